import { firstLetter } from '@contract/initials';
import type { CSSProperties } from 'react';
import { cx } from '../lib/cx';
import { projectColor } from '../lib/projectColor';

/** A project's first letter on its color. The name is next to it, so screen readers skip it. */
export const ProjectTile = ({ name, color, className }: { name: string; color: string; className?: string }) => {
  const style: CSSProperties & Record<'--hue-of', string> = { '--hue-of': projectColor(color) };
  return (
    <span aria-hidden="true" className={cx('tile', className)} style={style}>
      {firstLetter(name)}
    </span>
  );
};
