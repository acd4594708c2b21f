/** Returns who may create an account, which the server writes into the page. */
export const signUp = (): 'open' | 'invited' | 'closed' => {
  const content = document.querySelector('meta[name="sign-up"]')?.getAttribute('content');
  return content === 'invited' || content === 'closed' ? content : 'open';
};
