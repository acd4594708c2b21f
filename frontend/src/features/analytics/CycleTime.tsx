import { analyticsTexts } from '../../texts/analytics';
import { number } from '../../texts/format';
import type { AnalyticsQuery } from './Analytics.generated';
import { ChartCard } from './ChartCard';

const { cycle: texts } = analyticsTexts;

/** How long tasks took: two sentences and a distribution. */
export const CycleTime = ({ time }: { time: AnalyticsQuery['analytics']['cycleTime'] }) => {
  const { tasks, p50Hours, p85Hours, classes } = time;
  const greatest = Math.max(...classes.map((each) => each.tasks), 1);
  return (
    <ChartCard
      title={texts.title}
      note={texts.note}
      empty={tasks === 0 && analyticsTexts.nothingInDays}
      table={{
        heads: [texts.time, texts.count],
        rows: classes.map((each) => [texts.class(each.fromHours, each.toHours), each.tasks]),
      }}
    >
      <p className="mt-3 text-md font-medium">{texts.half(p50Hours ?? 0)}</p>
      <p className="text-base text-ink-2">{texts.most(p85Hours ?? 0)}</p>
      <ul aria-hidden="true" className="mt-4 grid gap-1.5">
        {classes.map((each) => (
          <li key={each.fromHours} className="flex items-center gap-3 text-xs">
            <span className="w-28 flex-none text-ink-3">{texts.class(each.fromHours, each.toHours)}</span>
            <span className="flex min-w-0 flex-1 items-center gap-2">
              <span
                className="meter-fill h-3.5 min-w-px rounded-xs"
                style={{ width: `${(each.tasks / greatest) * 85}%` }}
              />
              <span className={each.tasks === 0 ? 'text-ink-3' : 'font-medium text-ink-2'}>{number(each.tasks)}</span>
            </span>
          </li>
        ))}
      </ul>
    </ChartCard>
  );
};
