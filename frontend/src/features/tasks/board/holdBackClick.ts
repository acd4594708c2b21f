/**
 * The release that ends a drag makes the browser click whatever link lies under the pointer. dnd-kit keeps that click from
 * the app, and so from the router that would prevent a page load; this prevents it.
 */
export const holdBackClick = (): void => {
  const prevent = (event: MouseEvent): void => event.preventDefault();
  window.addEventListener('click', prevent, true);
  setTimeout(() => window.removeEventListener('click', prevent, true), 50);
};
