import { cx } from '../../lib/cx';
import { formatDay, formatShortDay } from '../../lib/dates/format';
import { analyticsTexts } from '../../texts/analytics';
import { number } from '../../texts/format';
import type { AnalyticsQuery } from './Analytics.generated';
import { ChartCard } from './ChartCard';
import { centerPercent, Plot } from './Plot';
import { createScale } from './scale';

/** The share of a week's width that its bar fills. */
const FILL = 0.64;
/** Up to this many bars, each has its number above it. */
const NUMBERED = 16;

const { completed: texts } = analyticsTexts;

/** Completed tasks, one bar for each week; the current week is highlighted. */
export const CompletedByWeek = ({ weeks }: { weeks: AnalyticsQuery['analytics']['completedByWeek'] }) => {
  const total = weeks.reduce((sum, { count }) => sum + count, 0);
  const scale = createScale(Math.max(...weeks.map(({ count }) => count), 0));
  const width = (100 / weeks.length) * FILL;
  return (
    <ChartCard
      title={texts.title}
      note={total > 0 && texts.total(total)}
      empty={total === 0 && analyticsTexts.nothingInDays}
      table={{ heads: [texts.week, texts.count], rows: weeks.map(({ week, count }) => [formatDay(week), count]) }}
    >
      <Plot
        label={texts.title}
        scale={scale}
        count={weeks.length}
        kind="stretches"
        read={(index) => texts.read(formatDay(weeks[index]?.week ?? ''), weeks[index]?.count ?? 0)}
        nameOf={(index) => formatShortDay(weeks[index]?.week ?? '')}
        over={
          weeks.length <= NUMBERED &&
          weeks.map(({ week, count }, index) => (
            <span
              key={week}
              className="pointer-events-none absolute -translate-x-1/2 pb-1 text-xs leading-none font-medium text-ink-2"
              style={{
                left: `${centerPercent(index, weeks.length, 'stretches')}%`,
                bottom: `${(count / scale.top) * 100}%`,
              }}
            >
              {count > 0 && number(count)}
            </span>
          ))
        }
      >
        {(at) =>
          weeks.map(({ week, count }, index) => (
            <rect
              key={week}
              x={centerPercent(index, weeks.length, 'stretches') - width / 2}
              y={100 - (count / scale.top) * 100}
              width={width}
              height={(count / scale.top) * 100}
              className={cx('fill-accent', at !== index && index !== weeks.length - 1 && 'opacity-55')}
            />
          ))
        }
      </Plot>
    </ChartCard>
  );
};
