import { notify } from './notify';

/** Copies through a selection, because a page without HTTPS has no clipboard API. */
const copySelected = (text: string): boolean => {
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way without HTTPS
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
};

const copy = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
};

/** Copies a text to the clipboard, and reports the outcome. */
export const copyText = async (text: string, messages: { copied: string; copyFailed: string }): Promise<void> => {
  if (await copy(text)) notify.success(messages.copied);
  else notify.error(messages.copyFailed);
};
