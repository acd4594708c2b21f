import type { ReactNode } from 'react';

/** Facts about the server, one per row. */
export const Facts = ({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className="mt-2">
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap gap-x-4 border-t border-line py-2 first:border-t-0">
        <dt className="w-48 flex-none text-ink-3">{name}</dt>
        <dd className="min-w-0 flex-1 basis-40 wrap-anywhere">{value}</dd>
      </div>
    ))}
  </dl>
);
