import { useRef, useState } from 'react';

/**
 * The state of a dialog that creates something and shows its secret once. If it is closed before, it keeps the input;
 * after the secret was shown, the form is empty again.
 */
export const useSecretDialog = () => {
  const [{ isOpen, shown, key }, setState] = useState({ isOpen: false, shown: 0, key: 0 });
  /** The button that opens the dialog, and gets the focus when it closes. */
  const createButton = useRef<HTMLButtonElement>(null);
  return {
    createButton,
    key,
    isOpen,
    open: () => setState({ isOpen: true, shown, key: shown }),
    /** Closed before anything was created. */
    close: () => setState({ isOpen: false, shown, key }),
    /** Closed after the secret was shown. */
    finish: () => setState({ isOpen: false, shown: shown + 1, key }),
  };
};
