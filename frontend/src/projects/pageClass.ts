/** The measure of a page that is read from top to bottom. */
export const pageClass =
  'mx-auto w-full max-w-[calc(var(--container-page)+64px)] px-4 pt-6 pb-10 md:px-8 md:pt-10 md:pb-14';

/** The measure of a page of one narrow column: a form, people, what happened. */
export const narrowPageClass =
  'mx-auto w-full max-w-[calc(var(--container-form)+64px)] px-4 pt-6 pb-10 md:px-8 md:pt-8';
