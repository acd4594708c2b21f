import type { ClipboardEvent } from 'react';
import type { ApolloClient } from '@apollo/client';
import type { TextEdit } from '../../../lib/markdownKeys';
import { refuseReadOnly } from '../model/readOnly';
import { attachFiles } from './uploads';

/** Escapes characters that would end the text or the address of a picture in Markdown. */
const escapeWords = (name: string): string => name.replaceAll(/[[\]\\]/g, '\\$&');
const addressOf = (id: string, name: string): string =>
  `/files/${id}/${encodeURIComponent(name).replaceAll('(', '%28').replaceAll(')', '%29')}`;

/**
 * Attaches pictures that are pasted into a text to its task, and returns the edit that inserts them; null if there are
 * none. Office programs also copy a picture of their text; in that case, the text is used.
 */
export const pastePictures = (
  client: ApolloClient,
  taskId: string,
  { clipboardData, currentTarget }: Pick<ClipboardEvent<HTMLTextAreaElement>, 'clipboardData' | 'currentTarget'>,
): TextEdit | null => {
  const pictures = [...clipboardData.files].filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0 || clipboardData.getData('text') !== '') return null;
  // Commenters write texts, but may not attach files.
  if (refuseReadOnly(client.cache, [taskId])) return null;
  const ids = attachFiles(client, taskId, pictures);
  const text = pictures.map(({ name }, at) => `![${escapeWords(name)}](${addressOf(ids[at] ?? '', name)})`).join('\n');
  const { selectionStart: from, selectionEnd: to } = currentTarget;
  return { from, to, text, select: [from + text.length, from + text.length] };
};
