import { formatDay, formatShortDay } from '../../lib/dates/format';
import { STATUS_LABELS } from '../../lib/text';
import { analyticsTexts } from '../../texts/analytics';
import { number } from '../../texts/format';
import { StatusIcon } from '../../ui/StatusIcon';
import type { AnalyticsQuery } from './Analytics.generated';
import { ChartCard } from './ChartCard';
import { centerPercent, Plot, PLOT_HEIGHT } from './Plot';
import { spreadLabels, createScale } from './scale';

type Day = AnalyticsQuery['analytics']['flow'][number];

/** In order from the bottom: completed tasks are below open ones. */
const BANDS = [
  { name: 'done', status: 'DONE', className: 'fill-done' },
  { name: 'inReview', status: 'IN_REVIEW', className: 'fill-review' },
  { name: 'inProgress', status: 'IN_PROGRESS', className: 'fill-progress' },
  { name: 'todo', status: 'TODO', className: 'fill-todo' },
] as const;
/** In reading order. */
const DOWN = BANDS.toReversed();
/** The minimum distance between the middles of two labels. */
const GAP = 18;

const { flow: texts } = analyticsTexts;

const totalOf = ({ todo, inProgress, inReview, done }: Day): number => todo + inProgress + inReview + done;

/** Returns the sum below a band on a day, and the sum including the band. */
const bandBounds = (day: Day, band: number): [below: number, with_: number] => {
  const below = BANDS.slice(0, band).reduce((sum, { name }) => sum + day[name], 0);
  return [below, below + day[BANDS[band]?.name ?? 'done']];
};

/** The number of tasks in each status by day, in bands that are labeled at their ends. */
export const CumulativeFlowChart = ({ days }: { days: readonly Day[] }) => {
  const scale = createScale(Math.max(...days.map(totalOf), 0));
  const last = days.at(-1);
  const x = (index: number): number => centerPercent(index, days.length, 'points');
  const y = (value: number): number => 100 - (value / scale.top) * 100;
  const areaOf = (band: number): string => {
    // A single day fills the whole width.
    const all = days.length === 1 ? [...days, ...days] : days;
    const at = (index: number): number => (days.length === 1 ? index * 100 : x(index));
    const upper = all.map((day, index) => `${at(index)},${y(bandBounds(day, band)[1])}`);
    const lower = all.map((day, index) => `${at(index)},${y(bandBounds(day, band)[0])}`).toReversed();
    return [...upper, ...lower].join(' ');
  };
  const middles = DOWN.map((_, index) => {
    const [below, with_] = last ? bandBounds(last, BANDS.length - 1 - index) : [0, 0];
    return (y((below + with_) / 2) / 100) * PLOT_HEIGHT;
  });
  const places = spreadLabels(middles, GAP, PLOT_HEIGHT);

  return (
    <ChartCard
      title={texts.title}
      note={texts.note}
      empty={days.every((day) => totalOf(day) === 0) && analyticsTexts.noTasksInDays}
      table={{
        heads: [texts.day, ...DOWN.map(({ status }) => STATUS_LABELS[status])],
        rows: days.map((day) => [formatDay(day.day), ...DOWN.map(({ name }) => day[name])]),
      }}
    >
      <Plot
        label={texts.title}
        scale={scale}
        count={days.length}
        kind="points"
        read={(index) => {
          const day = days[index];
          return day
            ? texts.read(
                formatDay(day.day),
                DOWN.map(({ name, status }) => [STATUS_LABELS[status], day[name]]),
              )
            : '';
        }}
        nameOf={(index) => formatShortDay(days[index]?.day ?? '')}
        beside={
          <div aria-hidden="true" className="relative w-30 flex-none" style={{ height: PLOT_HEIGHT }}>
            {DOWN.map(({ name, status }, index) => (
              <span
                key={name}
                className="absolute start-2 flex -translate-y-1/2 items-center gap-1.5 text-xs whitespace-nowrap text-ink-2"
                style={{ top: places[index] }}
              >
                <StatusIcon status={status} />
                {STATUS_LABELS[status]}
                <b className="font-medium text-ink">{number(last?.[name] ?? 0)}</b>
              </span>
            ))}
          </div>
        }
      >
        {() =>
          BANDS.map(({ name, className }, band) => (
            <polygon
              key={name}
              points={areaOf(band)}
              className={className}
              stroke="var(--color-sheet)"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
            />
          ))
        }
      </Plot>
    </ChartCard>
  );
};
