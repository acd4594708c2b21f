/** The address for subscriptions on the server that this page came from. */
export const socketUrl = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;
