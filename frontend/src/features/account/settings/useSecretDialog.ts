import { type RefObject, useRef, useState } from 'react';

/** The props of a dialog that creates something and shows its secret once. */
export interface SecretCreationProps {
  open: boolean;
  /** Closed before anything was created. Keeps the fields, except for passwords and codes. */
  onClose: () => void;
  /** Closed after the secret was shown. */
  onDone: () => void;
  /** Something was created. */
  onMade: () => void;
  /** Gets the focus when the dialog closes. */
  finalFocus: RefObject<HTMLElement | null>;
}

/**
 * The state of a dialog that creates something and shows its secret once. If it is closed before, it keeps the input;
 * after the secret was shown, the form is empty again.
 */
export const useSecretDialog = (onMade: () => void) => {
  const [{ isOpen, shown, key }, setState] = useState({ isOpen: false, shown: 0, key: 0 });
  /** The button that opens the dialog. */
  const createButton = useRef<HTMLButtonElement>(null);
  const dialog: SecretCreationProps = {
    open: isOpen,
    onClose: () => setState({ isOpen: false, shown, key }),
    onDone: () => setState({ isOpen: false, shown: shown + 1, key }),
    onMade,
    finalFocus: createButton,
  };
  return { createButton, key, open: () => setState({ isOpen: true, shown, key: shown }), dialog };
};
