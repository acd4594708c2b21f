import type { ReactNode } from 'react';

interface CountTableProps {
  /** For screen readers. */
  caption: string;
  children: ReactNode;
}

/**
 * Names with counts beside them. The counts have fixed widths, which grow with the text: the table scrolls sideways before
 * they leave no room for the names.
 */
export const CountTable = ({ caption, children }: CountTableProps) => (
  <div className="overflow-x-auto">
    <table className="w-full table-fixed" style={{ minWidth: '18.5rem' }}>
      <caption className="sr-only">{caption}</caption>
      {children}
    </table>
  </div>
);
