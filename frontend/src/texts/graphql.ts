/** What is said of a request that failed, unless the server says it itself. */
export const graphqlTexts = {
  serverError: 'Server error. Please try again later.',
  networkError: 'Network error. Please check your connection.',
  accessDenied: 'Access denied',
  notFound: 'Resource not found',
  unknown: 'An error occurred',
};
