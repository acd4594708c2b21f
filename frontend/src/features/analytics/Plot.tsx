import { useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { cx } from '../../lib/cx';
import { number } from '../../texts/format';
import { isLabelShown, gridLines, type Scale } from './scale';

interface PlotProps {
  /** The label for screen readers. */
  label: string;
  scale: Scale;
  /** The number of positions on the axis, their names, and the labels below them. */
  count: number;
  read: (index: number) => string;
  nameOf: (index: number) => string;
  /** Positions are intervals, for bars, or points, with the first and the last at the edges. */
  kind: 'stretches' | 'points';
  /** Drawn into a viewBox of 0 to 100 by 0 to 100. */
  children: (at: number | null) => ReactNode;
  /** Texts on top of the chart. They are not stretched with it. */
  over?: ReactNode;
  /** Shown next to the plot, over its full height. */
  beside?: ReactNode;
}

/** The height of the drawing, in pixels. */
export const PLOT_HEIGHT = 220;
const NAMES = 6;

/** Returns the middle of the position with this index, in percent of the width. */
export const centerPercent = (index: number, count: number, kind: PlotProps['kind']): number => {
  if (kind === 'stretches') return ((index + 0.5) / count) * 100;
  return count < 2 ? 100 : (index / (count - 1)) * 100;
};

/**
 * A chart that describes one position of its axis: the one under the mouse, or selected with the arrow keys. For screen
 * readers it is a slider; a table next to it contains all numbers.
 */
export const Plot = ({ label, scale, count, read, nameOf, kind, children, over, beside }: PlotProps) => {
  const [at, setAt] = useState<number | null>(null);
  const shown = at === null ? null : Math.min(at, count - 1);

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = (clientX - left) / width;
    const index = kind === 'stretches' ? Math.floor(share * count) : Math.round(share * (count - 1));
    setAt(Math.max(0, Math.min(count - 1, index)));
  };
  const step = (event: KeyboardEvent): void => {
    const now = shown ?? count - 1;
    const to = {
      ArrowLeft: now - 1,
      ArrowDown: now - 1,
      ArrowRight: now + 1,
      ArrowUp: now + 1,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to === undefined) {
      if (event.key === 'Escape') setAt(null);
      return;
    }
    event.preventDefault();
    setAt(Math.max(0, Math.min(count - 1, to)));
  };

  return (
    <div>
      <p aria-hidden="true" className="flex min-h-8 items-end pb-2 text-xs text-ink-2">
        {shown !== null && read(shown)}
      </p>
      <div className="flex">
        <div
          className="relative w-9 flex-none text-end text-xs text-ink-3"
          style={{ height: PLOT_HEIGHT }}
          aria-hidden="true"
        >
          {gridLines(scale).map((line) => (
            <span
              key={line}
              className="absolute end-2 translate-y-1/2 leading-none"
              style={{ bottom: `${(line / scale.top) * 100}%` }}
            >
              {number(line)}
            </span>
          ))}
        </div>
        <div className="min-w-0 flex-1">
          <div
            role="slider"
            tabIndex={0}
            aria-label={label}
            aria-valuemin={1}
            aria-valuemax={count}
            aria-valuenow={(shown ?? count - 1) + 1}
            aria-valuetext={read(shown ?? count - 1)}
            className="relative touch-pan-y outline-offset-4"
            style={{ height: PLOT_HEIGHT }}
            onKeyDown={step}
            onFocus={({ currentTarget }) => {
              if (currentTarget.matches(':focus-visible')) setAt(shown ?? count - 1);
            }}
            onBlur={() => setAt(null)}
            onPointerMove={follow}
            onPointerDown={follow}
            onPointerLeave={() => setAt(null)}
          >
            {gridLines(scale).map((line) => (
              <span
                key={line}
                className="absolute inset-x-0 border-t border-line"
                style={{ bottom: `${(line / scale.top) * 100}%` }}
              />
            ))}
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="absolute inset-0 size-full overflow-visible"
            >
              {children(shown)}
            </svg>
            {over}
            {shown !== null && kind === 'points' && (
              <span
                className="absolute inset-y-0 border-s border-line-control"
                style={{ left: `${centerPercent(shown, count, kind)}%` }}
              />
            )}
          </div>
          <div aria-hidden="true" className="relative h-6 text-xs whitespace-nowrap text-ink-3">
            {Array.from({ length: count }, (_, index) => index)
              .filter((index) => isLabelShown(index, count, NAMES))
              .map((index, place, shownNames) => (
                <span
                  key={index}
                  // On a phone, only every second label fits, including the last one.
                  className={cx(
                    'absolute top-2 -translate-x-1/2',
                    (shownNames.length - 1 - place) % 2 === 1 && 'max-md:hidden',
                  )}
                  style={{ left: `${centerPercent(index, count, kind)}%` }}
                >
                  {nameOf(index)}
                </span>
              ))}
          </div>
        </div>
        {beside}
      </div>
    </div>
  );
};
