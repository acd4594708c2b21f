import {
  Component,
  lazy,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react';
import { useConnectionBack } from '../lib/useConnectionBack';
import { graphqlTexts } from '../texts/graphql';
import { uiTexts } from '../texts/ui';
import { Button } from './Button';
import { ErrorState } from './ErrorState';
import { notify } from './notify';

/** What stands in the place of a part that could not be loaded, and the part's own props. */
export interface PartFailedProps<Props> {
  message: string;
  /** A new try is under way. */
  pending: boolean;
  onRetry: () => void | Promise<void>;
  /** A new try has failed while there was a network: only a page load may help. */
  isStuck?: boolean;
  props: Props;
}

/** A component in a file of its own. Render it inside a `Suspense` unless it is known to be here. */
export type Later<Props> = ComponentType<Props> & {
  /** Fetches it unless it is here; answers what went wrong, if anything did. Never rejects. */
  load: () => Promise<unknown>;
  isHere: () => boolean;
};

interface LaterOptions<Props> {
  /** Stands in its place while it cannot be loaded; by itself the reason and another try. */
  Failed?: ComponentType<PartFailedProps<Props>>;
  /** It is likely to be wanted soon after what opens it is on the screen: it is fetched ahead. */
  isSoon?: boolean;
}

/** The code did not come. What the code itself throws is no such failure. */
class LoadError extends Error {}

/** How long after each failure it is tried again by itself: the browser may think it is connected before it is. */
const PAUSES_MS = [1_000, 4_000, 16_000, 60_000];

let again = 0;

/**
 * One export of a module. Where the file does not come, it is asked for once more under another address: browsers remember
 * that a module failed and, for as long as the page lives, do not ask for it again. Most name the file in the error.
 */
const exportOf = async <Code, Name extends string>(load: () => Promise<Record<Name, Code>>, name: Name) => {
  try {
    return (await load())[name];
  } catch (error) {
    const address = /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    again += 1;
    return ((await import(/* @vite-ignore */ `${address}?again=${again}`)) as Record<Name, Code>)[name];
  }
};

/** Why a part of the app could not be loaded, as far as the browser knows. */
const whyMissing = (): string => (navigator.onLine ? uiTexts.partFailed : graphqlTexts.networkError);

interface FailureProps<Props> {
  Failed: ComponentType<PartFailedProps<Props>>;
  props: Props;
  load: () => Promise<unknown>;
  onHere: () => void;
  onGone: () => void;
}

const Failure = <Props,>({ Failed, props, load, onHere, onGone }: FailureProps<Props>) => {
  const [pending, setPending] = useState(false);
  const [failures, setFailures] = useState(0);
  const isTrying = useRef(false);
  const isWorthAnother = useRef(false);
  const retry = async (): Promise<void> => {
    // A try that began before the connection was back must not be the last.
    isWorthAnother.current = true;
    if (isTrying.current) return;
    isTrying.current = true;
    setPending(true);
    let failure: unknown;
    do {
      isWorthAnother.current = false;
      failure = await load();
    } while (failure !== undefined && isWorthAnother.current);
    isTrying.current = false;
    if (failure === undefined) onHere();
    else {
      setPending(false);
      setFailures((before) => before + 1);
    }
  };
  const retryByItself = useEffectEvent(() => void retry());
  useConnectionBack(true, () => void retry());
  useEffect(() => {
    const pause = PAUSES_MS[failures];
    if (pause === undefined) return undefined;
    const timer = setTimeout(retryByItself, pause);
    return () => clearTimeout(timer);
  }, [failures]);
  useEffect(() => onGone, [onGone]);
  return (
    <Failed
      message={whyMissing()}
      pending={pending}
      onRetry={retry}
      isStuck={failures > 0 && navigator.onLine}
      props={props}
    />
  );
};

interface BoundaryProps {
  renderFailure: (onHere: () => void) => ReactNode;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render(): ReactNode {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!(error instanceof LoadError)) throw error;
    return this.props.renderFailure(() => this.setState({ error: undefined }));
  }
}

const reload = (): void => window.location.reload();

/** For parts that show nothing: they come when the connection is back. */
export const Silently = (): null => null;

/** In the place of a part that could not be loaded: why, and another try. */
const PartFailed = ({ message, pending, onRetry, isStuck }: PartFailedProps<unknown>) => (
  <ErrorState
    message={message}
    pending={pending}
    onRetry={onRetry}
    action={isStuck && <Button onClick={reload}>{uiTexts.reload}</Button>}
  />
);

const soon: (() => Promise<unknown>)[] = [];

/** Takes the next part that is likely to be wanted and is not here; undefined when there is none. */
export const takeSoon = (): (() => Promise<unknown>) | undefined => soon.shift();

/**
 * A component whose code is loaded when it is first rendered. Where that fails, something stands in its place and the page
 * around stays; it is tried again after a while, a few times, and whenever somebody asks for it, it is shown anew, or the
 * connection is back.
 */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  { Failed = PartFailed, isSoon = false }: LaterOptions<Props> = {},
): Later<Props> => {
  let here: ComponentType<Props> | undefined;
  let underWay: Promise<ComponentType<Props>> | undefined;
  const fetchCode = (): Promise<ComponentType<Props>> =>
    (underWay ??= exportOf(load, name).then(
      (code) => (here = code),
      (error: unknown) => {
        underWay = undefined;
        throw new LoadError(`${name} could not be loaded`, { cause: error });
      },
    ));
  const make = () => lazy(async () => ({ default: await fetchCode() }));
  let Lazy = make();
  // React remembers a failure with its `lazy`: who wants the code next needs another.
  const renew = (): void => {
    Lazy = make();
  };
  const fetchAhead = (): Promise<unknown> =>
    fetchCode().then(
      () => undefined,
      (error: unknown) => error,
    );
  if (isSoon) soon.push(fetchAhead);

  // Whether it is here is no matter of props: the compiler must not take it for something that stays.
  const Place = (props: Props) => {
    'use no memo';
    const [Code] = useState(() => here ?? Lazy);
    return <Code {...props} />;
  };
  const Part = (props: Props) => {
    'use no memo';
    // What is closed is neither asked for nor missed.
    if (!here && 'open' in props && props.open === false) return null;
    return (
      <Boundary
        renderFailure={(onHere) => (
          <Failure Failed={Failed} props={props} load={fetchAhead} onHere={onHere} onGone={renew} />
        )}
      >
        <Place {...props} />
      </Boundary>
    );
  };
  return Object.assign(Part, { load: fetchAhead, isHere: () => here !== undefined });
};

/**
 * For a part that a press opens: whether it is wanted and here, and how to want it; answers whether it came. The button that
 * was pressed stays until then; where the code cannot be loaded, a message says so and the next press is the next try.
 */
export const useWanted = ({ load, isHere }: Pick<Later<never>, 'load' | 'isHere'>) => {
  const [isWanted, setWanted] = useState(false);
  const want = async (): Promise<boolean> => {
    const failure = await load();
    setWanted(isHere);
    if (failure === undefined) return true;
    // A file that loads and then breaks would else be seen nowhere.
    console.error(failure);
    // With a network it may be that the file is gone, and only a page load brings the new ones.
    const action = { label: uiTexts.reload, onPress: reload };
    notify.error(whyMissing(), navigator.onLine ? { action } : {});
    return false;
  };
  return [isWanted, want] as const;
};

/** How whoever opens a dialog learns that it is closed. */
interface Closable {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/**
 * A dialog or a picker whose code is loaded when it is first open. Where that fails, a message says so and it is closed
 * again: opening it once more is the next try.
 */
export const laterDialog = <Name extends string, Props extends Closable>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): Later<Props> => {
  const Part = later(load, name, { isSoon: true });
  const Dialog = (props: Props) => {
    'use no memo';
    const [, want] = useWanted(Part);
    const isHere = Part.isHere();
    const isMissing = !isHere && props.open !== false;
    const ask = useEffectEvent(want);
    const close = useEffectEvent(() => {
      props.onClose?.();
      props.onOpenChange?.(false);
    });
    useEffect(() => {
      if (!isMissing) return undefined;
      let isOver = false;
      void ask().then((came) => {
        if (!came && !isOver) close();
      });
      return () => {
        isOver = true;
      };
    }, [isMissing]);
    return isHere && <Part {...props} />;
  };
  return Object.assign(Dialog, { load: Part.load, isHere: Part.isHere });
};
