import { useState } from 'react';

/**
 * The state of a dialog about one of several things, which it keeps while it closes. With the key `times`, each opening
 * creates a new dialog, so that its input starts empty.
 */
export const useAsked = <Thing>() => {
  const [state, setState] = useState({ asked: null as Thing | null, times: 0, isOpen: false });
  return {
    ...state,
    ask: (asked: Thing): void => setState({ asked, times: state.times + 1, isOpen: true }),
    close: (): void => setState((now) => ({ ...now, isOpen: false })),
  };
};
