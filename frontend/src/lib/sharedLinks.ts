/** Whether projects can be shared by links on this server, which writes it into the page. */
export const hasSharedLinks = (): boolean =>
  document.querySelector('meta[name="shared-links"]')?.getAttribute('content') !== 'off';
