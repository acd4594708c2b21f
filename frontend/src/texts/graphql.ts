/** What is said of a request that failed, unless the server says it itself. */
export const graphqlTexts = {
  serverError: 'Server error. Please try again later.',
  networkError: 'Network error. Please check your connection.',
  accessDenied: 'Access denied',
  notFound: 'Resource not found',
  /** A field that no form shows, and what is wrong with it. */
  field: (name: string, message: string) => `${name}: ${message}`,
  unknown: 'An error occurred',
  undo: 'Undo',
};
