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
import { expectDialog } from '../lib/keyboard/layers';
import { loadExport } from '../lib/loadExport';
import { useConnectionBack } from '../lib/useConnectionBack';
import { ALL_WORDS, loadWords, type WordSet } from '../lib/words';
import { graphqlTexts } from '../texts/graphql';
import { uiTexts } from '../texts/ui';
import { Button } from './Button';
import { ErrorState } from './ErrorState';
import { notify } from './notify';

/** Props of the component that replaces a part whose code could not be loaded. */
export interface LoadFailedProps<Props> {
  message: string;
  pending: boolean;
  onRetry: () => void | Promise<void>;
  /** Whether a retry has failed while the browser was online, so that a page load may be the only remedy. */
  isStuck?: boolean;
  props: Props;
}

/** A component whose code is loaded on demand. Render it inside a `Suspense`, unless `isLoaded`. */
export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code. Returns the error, if there is one; never rejects. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
  /** The import itself, whose files can be prefetched. */
  importCode: () => Promise<unknown>;
};

/** The props of a component, inferred from a module with other exports. */
type PropsOf<Code> = Code extends ComponentType<infer Props> ? Props & object : never;

interface LazyOptions<Props> {
  /** Replaces the component while it cannot be loaded. By default it shows the reason and a retry button. */
  Failed?: ComponentType<LoadFailedProps<Props>>;
  /** Whether the component is likely to be needed soon, so that its code is fetched when the page is idle. */
  preload?: boolean;
  /** The texts that the code and its imports need. By default, all texts of pages behind sign-in. */
  words?: readonly WordSet[];
}

/** Thrown if the code could not be loaded, as opposed to an error that the code itself throws. */
class LoadError extends Error {}

/** The pauses between automatic retries, because the browser may report that it is online too early. */
const PAUSES_MS = [1_000, 4_000, 16_000, 60_000];

const describeLoadFailure = (): string => (navigator.onLine ? uiTexts.partFailed : graphqlTexts.networkError);

interface FailureProps<Props> {
  Failed: ComponentType<LoadFailedProps<Props>>;
  props: Props;
  load: () => Promise<unknown>;
  onLoaded: () => void;
  onUnmount: () => void;
}

const Failure = <Props,>({ Failed, props, load, onLoaded, onUnmount }: FailureProps<Props>) => {
  const [pending, setPending] = useState(false);
  /** The latest failure: the number of pauses since the connection was last restored, and whether it was a retry. */
  const [failure, setFailure] = useState({ pauses: 0, isRetry: false });
  const isTrying = useRef(false);
  const isReconnected = useRef(false);
  const retry = async (): Promise<void> => {
    if (isTrying.current) return;
    isTrying.current = true;
    setPending(true);
    let error: unknown;
    let hasReconnected = false;
    do {
      hasReconnected ||= isReconnected.current;
      isReconnected.current = false;
      error = await load();
      // An attempt that began before the connection was restored must be followed by another one.
    } while (error !== undefined && isReconnected.current);
    isTrying.current = false;
    if (error === undefined) {
      onLoaded();
      return;
    }
    setPending(false);
    // The browser may report the connection too early, so the next retry follows soon.
    setFailure(({ pauses }) => ({ pauses: hasReconnected ? 0 : pauses + 1, isRetry: true }));
  };
  const retryAutomatically = useEffectEvent(() => void retry());
  useConnectionBack(true, () => {
    isReconnected.current = true;
    void retry();
  });
  useEffect(() => {
    const pause = PAUSES_MS[failure.pauses];
    if (pause === undefined) return undefined;
    const timer = setTimeout(retryAutomatically, pause);
    return () => clearTimeout(timer);
  }, [failure]);
  useEffect(() => onUnmount, [onUnmount]);
  return (
    <Failed
      message={describeLoadFailure()}
      pending={pending}
      onRetry={retry}
      isStuck={failure.isRetry && navigator.onLine}
      props={props}
    />
  );
};

interface BoundaryProps {
  renderFailure: (onLoaded: () => void) => ReactNode;
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

/** For invisible parts, which load when the connection is back. */
export const RenderNothing = (): null => null;

const LoadFailed = ({ message, pending, onRetry, isStuck }: LoadFailedProps<unknown>) => (
  <ErrorState
    message={message}
    pending={pending}
    onRetry={onRetry}
    action={isStuck && <Button onClick={reload}>{uiTexts.reload}</Button>}
  />
);

/** Components to preload. */
const preloads: Pick<LazyComponent<never>, 'load' | 'importCode'>[] = [];

/** Removes the next component to preload from the list, and returns its import. */
export const nextPreload = (): (() => Promise<unknown>) | undefined => preloads.shift()?.load;

/** Returns the imports of the components that remain to be preloaded. */
export const importsOfPreloads = (): (() => Promise<unknown>)[] => preloads.map(({ importCode }) => importCode);

/**
 * A component whose code is loaded on first render. If that fails, `Failed` replaces it and the page around it stays.
 * The load is retried after a few pauses, on request, when the component is mounted again, and when the connection is
 * back.
 */
export const lazyComponent = <Module, Name extends keyof Module & string, Props extends object = PropsOf<Module[Name]>>(
  load: () => Promise<Module>,
  name: Name,
  { Failed = LoadFailed, preload = false, words = ALL_WORDS }: LazyOptions<Props> = {},
): LazyComponent<Props> => {
  let loaded: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  const loadCode = (): Promise<unknown> =>
    loadWords(words)?.then(() => loadExport(load, name)) ?? loadExport(load, name);
  const fetchCode = (): Promise<ComponentType<Props>> =>
    (pending ??= loadCode().then(
      (code) => (loaded = code as ComponentType<Props>),
      (error: unknown) => {
        pending = undefined;
        throw new LoadError(`${name} could not be loaded`, { cause: error });
      },
    ));
  const createLazy = () => lazy(async () => ({ default: await fetchCode() }));
  let Lazy = createLazy();
  // React caches the failure of a `lazy`, so the next attempt needs a new one.
  const reset = (): void => {
    Lazy = createLazy();
  };
  const tryToLoad = (): Promise<unknown> =>
    fetchCode().then(
      () => undefined,
      (error: unknown) => error,
    );
  const loading = { load: tryToLoad, isLoaded: () => loaded !== undefined, importCode: load };
  if (preload) preloads.push(loading);

  // `loaded` changes without any prop, so the compiler must not memoize these two.
  const Code = (props: Props) => {
    'use no memo';
    const [Current] = useState(() => loaded ?? Lazy);
    return <Current {...props} />;
  };
  const Part = (props: Props) => {
    'use no memo';
    // A closed dialog is not loaded.
    if (!loaded && 'open' in props && props.open === false) return null;
    return (
      <Boundary
        renderFailure={(onLoaded) => (
          <Failure Failed={Failed} props={props} load={tryToLoad} onLoaded={onLoaded} onUnmount={reset} />
        )}
      >
        <Code {...props} />
      </Boundary>
    );
  };
  return Object.assign(Part, loading);
};

/**
 * For a part that a press opens: returns whether it was requested and is loaded, and a function that requests it and returns
 * whether it was loaded. Until then the pressed button stays. If the code cannot be loaded, a message appears, and the next
 * press tries again.
 */
export const useLazyLoad = ({ load, isLoaded }: Pick<LazyComponent<never>, 'load' | 'isLoaded'>) => {
  const [isReady, setReady] = useState(false);
  const request = async (): Promise<boolean> => {
    const failure = await load();
    setReady(isLoaded);
    if (failure === undefined) return true;
    // Otherwise a file that loads and then throws would leave no trace.
    console.error(failure);
    // If the browser is online, the file may belong to an older build, and only a page load gets the new one.
    const action = { label: uiTexts.reload, onPress: reload };
    notify.error(describeLoadFailure(), navigator.onLine ? { action } : {});
    return false;
  };
  return [isReady, request] as const;
};

/** The same, with the props of the button, which the part replaces. A pointer or the focus on it loads the code. */
export const useLazyOpener = (part: Pick<LazyComponent<never>, 'load' | 'isLoaded'>) => {
  const [isReady, request] = useLazyLoad(part);
  const prepare = (): void => void part.load();
  const press = (): void => void request();
  // The part takes over the focus of the pressed button.
  return [isReady, { autoFocus: isReady, onPointerEnter: prepare, onFocus: prepare, onClick: press }] as const;
};

/** The props by which a dialog reports that it is closed. */
interface Closable {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

/**
 * A dialog or picker whose code is loaded when it is first opened. If that fails, a message appears and it is closed;
 * opening it tries again.
 */
export const lazyDialog = <Module, Name extends keyof Module & string, Props extends Closable = PropsOf<Module[Name]>>(
  load: () => Promise<Module>,
  name: Name,
): LazyComponent<Props> => {
  const Part = lazyComponent<Module, Name, Props>(load, name, { preload: true });
  const Dialog = (props: Props) => {
    'use no memo';
    const [, request] = useLazyLoad(Part);
    const isLoaded = Part.isLoaded();
    const isMissing = !isLoaded && props.open !== false;
    const loadOnce = useEffectEvent(request);
    const close = useEffectEvent(() => {
      props.onClose?.();
      props.onOpenChange?.(false);
    });
    useEffect(() => {
      if (!isMissing) return undefined;
      let isUnmounted = false;
      const endWait = expectDialog();
      void loadOnce().then((isHere) => {
        endWait();
        if (!isHere && !isUnmounted) close();
      });
      return () => {
        isUnmounted = true;
        endWait();
      };
    }, [isMissing]);
    return isLoaded && <Part {...props} />;
  };
  return Object.assign(Dialog, { load: Part.load, isLoaded: Part.isLoaded, importCode: Part.importCode });
};
