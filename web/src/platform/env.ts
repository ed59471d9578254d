/** The API key that identifies this client on every call (AU-07). */
export { API_KEY_HEADER, DEFAULT_API_KEY as API_KEY } from '@adda/contract/platform';
