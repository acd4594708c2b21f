import { parseTaskKey } from '@contract/keys';

interface KeyPart {
  text: string;
  /** The prefix if this is a key; absent for other text. */
  prefix?: string;
  /** The start of the part. */
  at: number;
}

/** Only capital letters, as keys are displayed; neither part of a longer word nor of an address. */
const KEY =
  /(?<![\p{Script=Latin}\p{N}_/@#&?=.-])[A-Z][A-Z0-9]{1,5}-[1-9]\d{0,8}(?![\p{Script=Latin}\p{N}_/-]|\.\p{N})/gu;

/** Whether a text may name a task by its key. */
export const hasKeys = (text: string): boolean => text.search(KEY) >= 0;

/** Splits a text into possible task keys and the text between them. */
export const splitKeys = (text: string): readonly KeyPart[] => {
  const parts: KeyPart[] = [];
  let end = 0;
  for (const { index, 0: key } of text.matchAll(KEY)) {
    const prefix = parseTaskKey(key)?.prefix;
    if (prefix === undefined) continue;
    if (index > end) parts.push({ text: text.slice(end, index), at: end });
    parts.push({ text: key, prefix, at: index });
    end = index + key.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), at: end });
  return parts;
};
