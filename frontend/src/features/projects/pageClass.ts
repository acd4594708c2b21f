/** The position of every page's content, so that titles stay in one place. */
export const pageEdge = 'px-4 pt-4 md:px-6 md:pt-5';

/** The measure of a page that is read from top to bottom. */
export const pageClass = `w-full max-w-[calc(var(--container-page)+48px)] ${pageEdge} pb-10 md:pb-14`;

/** The width of a page with one narrow column: forms, people, activity. */
export const narrowPageClass = `w-full max-w-[calc(var(--container-form)+48px)] ${pageEdge} pb-10`;
