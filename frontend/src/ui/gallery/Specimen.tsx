import { useState, type ReactNode } from 'react';

/** A group of components under its name. */
export const Specimen = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-3 border-t border-line py-6">
    <h2 className="text-xs font-medium text-ink-3">{title}</h2>
    {children}
  </section>
);

/** Components side by side. */
export const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

export const Gap = () => <span className="w-5" />;

interface StatefulProps<T> {
  initial: T;
  children: (value: T, onValueChange: (value: T) => void) => ReactNode;
}

/** Keeps the value of a control. */
export const Stateful = <T,>({ initial, children }: StatefulProps<T>) => children(...useState(initial));
