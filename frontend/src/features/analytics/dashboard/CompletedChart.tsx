import { cx } from '../../../lib/cx';
import { formatDay, formatShortDay } from '../../../lib/dates/format';
import { dashboardTexts } from '../../../texts/dashboard';
import { number } from '../../../texts/format';
import type { DashboardQuery } from './Dashboard.generated';
import { Section } from './Section';
import { stackStones, tasksPerStone } from './cairnChart';

type Week = DashboardQuery['dashboardStats']['completedByWeek'][number];

const STONE = 8;
const GAP = 2;
/** The space for the number above the highest stack. */
const NUMBER = 18;
/** Low stacks leave no gap above them: the axis has space for at least this many. */
const MIN_STONES = 4;
/** The width and the shift of each stone, in percent of the widest one, from the bottom. No two are alike. */
const SHAPES = [
  [100, 0],
  [86, -4],
  [92, 3],
  [76, 0],
  [84, -5],
  [66, 4],
  [60, -2],
  [54, 2],
] as const;
/** The share of a week's width that its widest stone fills. */
const FILL = 0.62;

const { completed: texts } = dashboardTexts;

interface StackProps {
  count: number;
  stones: number;
  /** The y coordinate of the baseline. */
  ground: number;
  /** The middle and the width of the week's column, in percent. */
  middle: number;
  width: number;
  isRunning: boolean;
}

const Stack = ({ count, stones, ground, middle, width, isRunning }: StackProps) => (
  <g className="group fill-accent">
    {SHAPES.slice(0, stones).map(([share, shift], level) => (
      <rect
        key={share}
        x={`${middle - (width * FILL * (share - 2 * shift)) / 200}%`}
        y={ground - (level + 1) * (STONE + GAP)}
        width={`${(width * FILL * share) / 100}%`}
        height={STONE}
        rx={STONE / 2}
        className={cx(!isRunning && 'opacity-55 group-hover:opacity-100')}
      />
    ))}
    {count > 0 && (
      <text
        x={`${middle}%`}
        y={ground - stones * (STONE + GAP) - 5}
        textAnchor="middle"
        className="fill-ink-2 text-xs font-medium"
      >
        {number(count)}
      </text>
    )}
  </g>
);

/** The content of the chart as a text for screen readers. */
const Table = ({ weeks }: { weeks: readonly Week[] }) => (
  <table className="sr-only">
    <caption>{texts.table}</caption>
    <thead>
      <tr>
        <th scope="col">{texts.weekColumn}</th>
        <th scope="col">{texts.countColumn}</th>
      </tr>
    </thead>
    <tbody>
      {weeks.map((week) => (
        <tr key={week.weekStart}>
          <th scope="row">{formatDay(week.weekStart)}</th>
          <td>{number(week.completed)}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

/** Completed tasks of the last weeks: a stack for each week, with one stone per task while they fit. */
export const CompletedChart = ({ weeks }: { weeks: readonly Week[] }) => {
  const counts = weeks.map(({ completed }) => completed);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const perStone = tasksPerStone(counts);
  const stacks = counts.map((count) => stackStones(count, perStone));
  const height = NUMBER + Math.max(MIN_STONES, ...stacks) * (STONE + GAP);
  const width = 100 / weeks.length;
  return (
    <Section title={texts.title} note={total > 0 && texts.inWeeks(total, weeks.length)} className="mt-9">
      {total === 0 ? (
        <p className="border-t border-line py-4 text-ink-3">{texts.none(weeks.length)}</p>
      ) : (
        <>
          <Table weeks={weeks} />
          <div aria-hidden="true">
            <svg width="100%" height={height} className="block border-b border-line-2">
              {weeks.map((week, index) => (
                <Stack
                  key={week.weekStart}
                  count={week.completed}
                  stones={stacks[index] ?? 0}
                  ground={height}
                  middle={width * (index + 0.5)}
                  width={width}
                  isRunning={index === weeks.length - 1}
                />
              ))}
            </svg>
            {/* On a phone, every second week is labeled, including the current one. */}
            <div className="grid auto-cols-fr grid-flow-col pt-1.5 text-center text-xs whitespace-nowrap text-ink-3">
              {weeks.map((week) => (
                <span key={week.weekStart} className="last:text-ink-2 max-md:nth-[odd]:invisible">
                  {formatShortDay(week.weekStart)}
                </span>
              ))}
            </div>
            {perStone > 1 && <p className="pt-1 text-xs text-ink-3">{texts.perStone(perStone)}</p>}
          </div>
        </>
      )}
    </Section>
  );
};
