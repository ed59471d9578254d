/**
 * Which feature may call which; what is not listed is forbidden. A change here needs an ADR (ADR 9 split the sides).
 * Every feature may use itself, the platform and the contract.
 */
export const featureEdges: Readonly<Record<'server' | 'web', Readonly<Record<string, readonly string[]>>>> = {
  server: {
    accounts: [],
    relations: ['accounts'],
    media: ['accounts'],
    video: ['accounts', 'media'],
    presence: ['accounts', 'relations', 'messages'],
    messages: ['accounts', 'relations', 'media'],
    rooms: ['accounts', 'relations', 'presence', 'messages', 'media'],
    direct: ['accounts', 'relations', 'presence', 'messages', 'media'],
    directory: ['accounts', 'relations', 'presence'],
    creators: ['accounts', 'relations'],
    ads: ['accounts', 'media'],
    profiles: ['accounts', 'relations', 'media', 'creators'],
    feed: ['accounts', 'relations', 'media', 'creators', 'ads', 'profiles'],
    moderation: ['accounts', 'relations', 'messages', 'media', 'rooms', 'direct'],
  },
  web: {
    accounts: [],
    relations: [],
    moderation: ['accounts', 'relations'],
    video: [],
    messages: ['accounts', 'video'],
    rooms: ['accounts', 'messages', 'moderation', 'relations', 'video'],
    direct: ['accounts', 'messages', 'moderation', 'relations'],
    directory: ['relations'],
    settings: ['accounts'],
    creators: ['accounts'],
    feed: ['accounts', 'relations', 'creators', 'moderation'],
    profiles: ['accounts', 'relations', 'creators', 'feed', 'moderation'],
  },
};
