import { keyNames } from '../../lib/keyboard/keys';
import { Kbd } from '../../ui/Kbd';

/** The keys of a command, only visually: screen readers get them from the command itself. */
export const Keys = ({ keys }: { keys: string }) => (
  <span aria-hidden="true" className="inline-flex flex-none gap-1">
    {keyNames(keys).map((name) => (
      <Kbd key={name}>{name}</Kbd>
    ))}
  </span>
);
