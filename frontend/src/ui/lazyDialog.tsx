import { useEffect, useEffectEvent, useSyncExternalStore, type ComponentType } from 'react';
import { codePart, type CodePart } from '../lib/codePart';
import { sayPartFailure } from './sayPartFailure';

/** How whoever opens it learns that it is closed. */
interface Closable {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  onClose?: () => void;
}

interface PlaceProps<Props> {
  part: CodePart<ComponentType<Props>>;
  props: Props;
}

const Place = <Props extends Closable>({ part, props }: PlaceProps<Props>) => {
  const outcome = useSyncExternalStore(part.subscribe, part.outcome);
  const Code = outcome && 'code' in outcome ? outcome.code : null;
  const isMissing = Code === null && props.open !== false;
  const fail = useEffectEvent(() => {
    sayPartFailure();
    props.onClose?.();
    props.onOpenChange?.(false);
  });
  useEffect(() => {
    if (!isMissing) return undefined;
    let isOver = false;
    void part.want().then((ended) => {
      if (!isOver && 'error' in ended) fail();
    });
    return () => {
      isOver = true;
    };
  }, [isMissing, part]);
  return Code && <Code {...props} />;
};

/**
 * A dialog or a picker whose code is loaded when it is first open. Where that fails, a message says so and it is closed
 * again: opening it once more is the next try.
 */
export const lazyDialog = <Props extends Closable>(
  fetchCode: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { preload: () => void } => {
  const part = codePart(fetchCode);
  const Dialog = (props: Props) => <Place part={part} props={props} />;
  return Object.assign(Dialog, { preload: part.preload });
};
