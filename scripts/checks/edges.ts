/**
 * Which feature may call which, on the server and in the web app alike; what is not listed is forbidden.
 * A change here needs an ADR. Every feature may use itself, the platform and the contract.
 */
export const featureEdges: Readonly<Record<string, readonly string[]>> = {
  accounts: [],
  relations: ['accounts'],
  media: ['accounts'],
  presence: ['accounts', 'relations', 'messages'],
  messages: ['accounts', 'relations', 'media'],
  rooms: ['accounts', 'relations', 'presence', 'messages'],
};
