import type { ProviderAnswer } from './oidc';

/**
 * Windows of this browser exchange answers through this channel, because the provider's page cuts the link to the
 * window that opened them.
 */
const CHANNEL = 'oidc';
const ACKNOWLEDGED_MS = 1_000;

interface AnswerMessage {
  kind: 'returned';
  answer: ProviderAnswer;
}
interface ReceiptMessage {
  kind: 'taken';
  state: string;
}
type Message = AnswerMessage | ReceiptMessage;

const send = (channel: BroadcastChannel, message: Message): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only one origin, so it has no such parameter
  channel.postMessage(message);
};

/** Passes an answer to the window that began the sign-in. Returns whether there is one. */
export const sendToOpener = (answer: ProviderAnswer): Promise<boolean> =>
  new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    const end = (isTaken: boolean): void => {
      clearTimeout(timer);
      channel.close();
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), ACKNOWLEDGED_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'taken' && data.state === answer.state) end(true);
    });
    send(channel, { kind: 'returned', answer });
  });

/** Waits for the answer to a sign-in that this window began in another one. */
export const waitForProviderAnswer = (state: string, signal: AbortSignal): Promise<ProviderAnswer> =>
  new Promise((resolve, reject) => {
    const channel = new BroadcastChannel(CHANNEL);
    signal.addEventListener('abort', () => {
      channel.close();
      reject(new DOMException('aborted', 'AbortError'));
    });
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'returned' || data.answer.state !== state) return;
      send(channel, { kind: 'taken', state });
      channel.close();
      resolve(data.answer);
    });
  });
