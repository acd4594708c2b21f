import {
  KeyboardSensor,
  type Activators,
  type KeyboardSensorOptions,
  type KeyboardSensorProps,
  type SensorInstance,
} from '@dnd-kit/core';

/** How long Space or a finger is held before it lifts a card, and how far the finger may move meanwhile. */
export const HOLD_MS = 120;
export const TOUCH_TOLERANCE = 8;
/** How far a mouse moves before it drags. */
export const MOUSE_DISTANCE = 5;
/**
 * How long after a card is lifted by a key dnd-kit starts to listen to keys; people who hear the announcement may press
 * one.
 */
export const KEY_LISTEN_DELAY_MS = 20;

type Coordinates = { x: number; y: number };

export interface LongPressKeyboardSensorOptions extends KeyboardSensorOptions {
  /**
   * Handles an arrow key, Home or End. `moveBy` takes the card's distance from its original position; it may be called
   * again if cards that scroll into view have other heights than estimated.
   */
  onStep?: (code: string, moveBy: (distance: Coordinates) => void) => void;
}

type LongPressKeyboardSensorProps = KeyboardSensorProps & { options: LongPressKeyboardSensorOptions };

const STEPS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'];

/**
 * dnd-kit's keyboard sensor with a delay: Space held for 120 ms lifts the card, and a short tap does nothing.
 * Afterwards arrows, Home and End move it, Space or Enter drops it, Escape or Tab cancels. Repeats of the Space that
 * lifted the card are ignored, because they would drop it.
 */
export class LongPressKeyboardSensor implements SensorInstance {
  autoScrollEnabled = false;
  readonly #props: LongPressKeyboardSensorProps;
  readonly #document: Document;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(props: KeyboardSensorProps) {
    this.#props = props;
    this.#document = (props.event.target instanceof Node && props.event.target.ownerDocument) || document;
    this.#document.addEventListener('keydown', this.#onKeyDown, true);
    this.#document.addEventListener('keyup', this.#giveUp, true);
    this.#document.addEventListener('focusout', this.#giveUp, true);
    this.#timer = setTimeout(this.#lift, HOLD_MS);
  }

  static readonly activators: Activators<LongPressKeyboardSensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler: ({ nativeEvent }: { nativeEvent: KeyboardEvent }, _options, { active }) => {
        const { code, repeat, target } = nativeEvent;
        const activator = active.activatorNode.current;
        if (code !== 'Space' || repeat || (activator && target !== activator)) return false;
        // Otherwise Space would scroll the page.
        nativeEvent.preventDefault();
        return true;
      },
    },
  ];

  #lift = (): void => {
    this.#timer = undefined;
    this.#document.removeEventListener('keyup', this.#giveUp, true);
    this.#document.removeEventListener('focusout', this.#giveUp, true);
    const props = this.#props;
    const { options } = props;
    new KeyboardSensor({
      ...props,
      onEnd: () => {
        this.#detach();
        props.onEnd();
      },
      onCancel: () => {
        this.#detach();
        props.onCancel();
      },
      options: {
        ...options,
        keyboardCodes: { start: ['Space'], end: ['Space', 'Enter'], cancel: ['Escape', 'Tab'] },
        // Scrolling follows the landing position, so the built-in movement with its own scrolling is not used.
        coordinateGetter: (event) => {
          if (!STEPS.includes(event.code)) return undefined;
          event.preventDefault();
          options.onStep?.(event.code, (distance) => props.onMove(distance));
          return undefined;
        },
      },
    });
  };

  #giveUp = (): void => {
    this.#detach();
    this.#props.onAbort(this.#props.active);
    this.#props.onCancel();
  };

  #onKeyDown = (event: KeyboardEvent): void => {
    if (event.code === 'Space' && event.repeat) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else if (this.#timer !== undefined && event.code !== 'Space') {
      this.#giveUp();
    }
  };

  #detach(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#document.removeEventListener('keydown', this.#onKeyDown, true);
    this.#document.removeEventListener('keyup', this.#giveUp, true);
    this.#document.removeEventListener('focusout', this.#giveUp, true);
  }
}
