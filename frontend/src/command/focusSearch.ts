const FIELD = '[role="search"] input[type="search"]';
const WAIT_MS = 5000;

const focusField = (): boolean => {
  const field = document.querySelector<HTMLInputElement>(FIELD);
  field?.focus();
  field?.select();
  return field !== null;
};

/** Gives the focus to the page's own search, if it has one; `wait` gives a page that is on its way the time to come. */
export const focusSearch = ({ wait = false } = {}): boolean => {
  if (focusField()) return true;
  if (!wait) return false;
  const observer = new MutationObserver(() => {
    if (focusField()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), WAIT_MS);
  return false;
};
