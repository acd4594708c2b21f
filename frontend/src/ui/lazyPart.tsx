import { use, useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { codePart, type CodePart } from '../lib/codePart';
import { useConnectionBack } from '../lib/useConnectionBack';
import { partFailure } from '../lib/partFailure';

/** What stands in the place of a part that could not be loaded, and the part's own props. */
export interface PartFailedProps<Props> {
  message: string;
  /** A new try is under way. */
  pending: boolean;
  onRetry: () => void;
  props: Props;
}

/** A component in a file of its own, to be rendered inside a `Suspense`. */
export type LazyPart<Props> = ComponentType<Props> &
  Pick<CodePart<ComponentType<Props>>, 'preload' | 'want' | 'forget'>;

/** For parts that show nothing: they come when the connection is back. */
export const SilentlyFailed = (): null => null;

interface PlaceProps<Props> {
  part: CodePart<ComponentType<Props>>;
  Failed: ComponentType<PartFailedProps<Props>>;
  props: Props;
}

const Failure = <Props extends object>({ part, Failed, props }: PlaceProps<Props>) => {
  const [pending, setPending] = useState(false);
  const retry = async (): Promise<void> => {
    setPending(true);
    await part.want();
    setPending(false);
  };
  useConnectionBack(true, () => void retry());
  useEffect(() => part.forget, [part]);
  return <Failed message={partFailure()} pending={pending} onRetry={() => void retry()} props={props} />;
};

/** A promise that says itself how it ended, as React asks: what is here is not waited for. */
const ended = <Value,>(value: Value): Promise<Value> =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled' as const, value });

const Place = <Props extends object>(place: PlaceProps<Props>) => {
  const { part, props } = place;
  const known = useSyncExternalStore(part.subscribe, part.outcome);
  // What is closed is neither asked for nor missed.
  if ('open' in props && props.open === false && !(known && 'code' in known)) return null;
  const outcome = use(known ? ended(known) : part.want());
  if ('error' in outcome) return <Failure {...place} />;
  const Code = outcome.code;
  return <Code {...props} />;
};

/**
 * Code that is loaded when it is first rendered. Where that fails, `Failed` stands in its place and the page around stays;
 * it is tried again when somebody asks for it or the connection is back.
 */
export const lazyPart = <Props extends object>(
  fetchCode: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<PartFailedProps<Props>>,
): LazyPart<Props> => {
  const part = codePart(fetchCode);
  const Part = (props: Props) => <Place part={part} Failed={Failed} props={props} />;
  return Object.assign(Part, { preload: part.preload, want: part.want, forget: part.forget });
};
