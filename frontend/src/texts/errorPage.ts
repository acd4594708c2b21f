/** What is left of a page that broke. Apart from the frame's words, as every page carries them. */
export const errorPageTexts = {
  title: 'Something went wrong',
  text: 'This page could not be shown. What you had saved is safe.',
  reload: 'Reload the page',
  home: 'Go to the dashboard',
};
