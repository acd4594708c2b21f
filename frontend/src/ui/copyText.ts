import { notify } from './notify';

/** A page that is not served safely has no clipboard, but it may copy what is selected. */
const copySelected = (text: string): boolean => {
  const area = document.createElement('textarea');
  const before = document.activeElement;
  area.value = text;
  area.setAttribute('aria-hidden', 'true');
  area.className = 'sr-only';
  document.body.append(area);
  area.select();
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is nothing else where the page is not served safely
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

/** Copies a text to the clipboard, and reports whether that worked. */
export const copyText = async (text: string, said: { copied: string; copyFailed: string }): Promise<void> => {
  if (await copy(text)) notify.success(said.copied);
  else notify.error(said.copyFailed);
};
