/** What is left of a page that broke. Apart from the frame's words, as every page carries them. */
export const errorPageTexts = {
  title: 'Something went wrong',
  text: 'This page couldn’t be displayed. Your saved work is safe.',
  reload: 'Reload the page',
  home: 'Go to the dashboard',
};
