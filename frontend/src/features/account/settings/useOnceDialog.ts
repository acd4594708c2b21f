import { useRef, useState } from 'react';

/**
 * The state of a dialog that creates something and shows its secret once. Closed before, it keeps what was typed; after a
 * secret was shown, the next one starts with an empty form.
 */
export const useOnceDialog = () => {
  const [{ isOpen, shown, key }, setState] = useState({ isOpen: false, shown: 0, key: 0 });
  /** The button that opens the dialog, and gets the focus after it. */
  const maker = useRef<HTMLButtonElement>(null);
  return {
    maker,
    key,
    isOpen,
    open: () => setState({ isOpen: true, shown, key: shown }),
    /** It was closed before something was created. */
    close: () => setState({ isOpen: false, shown, key }),
    /** It was closed after the secret was shown. */
    finish: () => setState({ isOpen: false, shown: shown + 1, key }),
  };
};
