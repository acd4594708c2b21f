/** Where every page begins: from page to page its title stays in one place. */
export const pageEdge = 'px-4 pt-4 md:px-6 md:pt-5';

/** The measure of a page that is read from top to bottom. */
export const pageClass = `w-full max-w-[calc(var(--container-page)+48px)] ${pageEdge} pb-10 md:pb-14`;

/** The measure of a page of one narrow column: a form, people, what happened. */
export const narrowPageClass = `w-full max-w-[calc(var(--container-form)+48px)] ${pageEdge} pb-10`;
