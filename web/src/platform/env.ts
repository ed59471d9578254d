/** The API key that identifies this client on every call (AU-07). */
export {
  API_KEY_HEADER,
  COOKIE_SESSION,
  DEFAULT_API_KEY as API_KEY,
  SESSION_HEADER,
  SESSION_USER_HEADER,
} from '@adda/contract/platform';
