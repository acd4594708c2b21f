import { t } from '@lingui/core/macro';

/** Failed requests, unless the server has a message. */
export const graphqlTexts = {
  serverError: t`Server error. Please try again later.`,
  networkError: t`Network error. Please check your connection.`,
  accessDenied: t`Access denied`,
  notFound: t`Resource not found`,
  /** A field that no form shows, and what is wrong with it. */
  field: (name: string, message: string) => t`${name}: ${message}`,
  unknown: t`An error occurred`,
  undo: t`Undo`,
};
