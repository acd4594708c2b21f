import { useEffect, useState } from 'react';
import { afterPaint } from './idle';

/** Whether the browser has painted the content that `isRendered` reports. */
export const useIsPainted = (isRendered: boolean): boolean => {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => (isRendered ? afterPaint(() => setPainted(true)) : undefined), [isRendered]);
  return isPainted;
};
