/** Returns the address for subscriptions on the server of this page. */
export const socketUrl = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/graphql`;
