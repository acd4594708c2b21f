import { t } from '@lingui/core/macro';

/** Messages of failed requests, used if the server sends none. */
export const graphqlTexts = {
  serverError: t`Server error. Please try again later.`,
  networkError: t`Network error. Please check your connection.`,
  accessDenied: t`Access denied`,
  notFound: t`Resource not found`,
  /** The error of a field that no form shows. */
  field: (name: string, message: string) => t`${name}: ${message}`,
  unknown: t`An error occurred`,
  undo: t`Undo`,
};
