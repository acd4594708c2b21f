let again = 0;

/**
 * One export of a module in a file of its own. Where the file does not come, it is asked for once more under another address:
 * browsers remember that a module failed and, for as long as the page lives, do not ask for it again. Most name the file in
 * the error.
 */
export const codeOf =
  <Module, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  async (): Promise<Module[Name]> => {
    try {
      return (await load())[name];
    } catch (error) {
      const address = /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];
      if (address === undefined) throw error;
      again += 1;
      return ((await import(/* @vite-ignore */ `${address}?again=${again}`)) as Module)[name];
    }
  };

/** What a try to load code came to. */
export type Outcome<Code> = { code: Code } | { error: unknown };

/**
 * Code in a file of its own. Unlike with `lazy`, a failure is not for ever: there may be no network for a while, and the next
 * try is a new one.
 */
export interface CodePart<Code> {
  /** The code once it is here; or the failure of the last try, as long as somebody shows it. */
  outcome: () => Outcome<Code> | undefined;
  subscribe: (listener: () => void) => () => void;
  /** Loads it unless it is here, for somebody who shows how it ends. Never rejects. */
  want: () => Promise<Outcome<Code>>;
  /** Fetches it ahead; a failure is nobody's concern before it is wanted. */
  preload: () => void;
  /** Nobody shows the failure any more: who wants the code next begins anew. */
  forget: () => void;
}

/** By then a failure stands on the page, or whoever wanted the code has gone elsewhere. */
const SHOWN_MS = 2000;

/** A part of the app that is loaded by `fetchCode`. */
export const codePart = <Code>(fetchCode: () => Promise<Code>): CodePart<Code> => {
  const listeners = new Set<() => void>();
  let outcome: Outcome<Code> | undefined;
  let underWay: Promise<Outcome<Code>> | undefined;
  let isWanted = false;

  const forget = (): void => {
    isWanted = false;
    if (outcome && 'error' in outcome) outcome = undefined;
  };
  const settle = (next: Outcome<Code>): Outcome<Code> => {
    underWay = undefined;
    if ('error' in next && !isWanted) return next;
    if ('error' in next) {
      // A file that loads and then breaks would else be seen nowhere.
      console.error(next.error);
      setTimeout(() => listeners.size === 0 && forget(), SHOWN_MS);
    }
    outcome = next;
    for (const tell of listeners) tell();
    return next;
  };
  const load = (): Promise<Outcome<Code>> => {
    if (outcome && 'code' in outcome) return Promise.resolve(outcome);
    underWay ??= fetchCode().then(
      (code) => settle({ code }),
      (error: unknown) => settle({ error }),
    );
    return underWay;
  };
  return {
    outcome: () => outcome,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want: () => {
      isWanted = true;
      return load();
    },
    preload: () => void load(),
    forget,
  };
};
