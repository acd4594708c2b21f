import type { ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';

interface FieldFaultProps {
  id?: string;
  /** The field will be focused, which announces the error; otherwise it is announced immediately. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** The error of a value, below its control. */
export const FieldError = ({ id, isQuiet = false, children }: FieldFaultProps) => (
  <p id={id} role={isQuiet ? undefined : 'alert'} className="flex gap-1 text-xs text-danger-ink">
    <CircleAlert className="mt-px size-3.5 flex-none stroke-2" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
);
