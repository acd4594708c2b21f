/** The measure of a page that is read from top to bottom. */
export const pageClass =
  'mx-auto w-full max-w-[calc(var(--container-page)+64px)] px-4 pt-6 pb-10 md:px-8 md:pt-10 md:pb-14';
