import { useEffect, useState } from 'react';

/** Returns the text once it has not changed for this time. */
export const useDebounced = (text: string, ms: number): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), ms);
    return () => clearTimeout(timer);
  }, [text, ms]);
  return settled;
};
