/** Returns who may create an account, which the server writes into the page. */
export const signUp = (): 'open' | 'invited' | 'closed' => {
  const said = document.querySelector('meta[name="sign-up"]')?.getAttribute('content');
  return said === 'invited' || said === 'closed' ? said : 'open';
};
