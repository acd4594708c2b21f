import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';
import {
  HOLD_MS,
  HoldKeyboardSensor,
  MOUSE_DISTANCE,
  TOUCH_TOLERANCE,
  type HoldKeyboardSensorOptions,
} from './HoldKeyboardSensor';

/** What lifts a task wherever it can be dragged: a mouse that moves, a finger and a key that are held. */
export const useDragSensors = (onStep: HoldKeyboardSensorOptions['onStep']) => {
  const keyboardOptions: HoldKeyboardSensorOptions = { onStep };
  return useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: MOUSE_DISTANCE } }),
    useSensor(TouchSensor, { activationConstraint: { delay: HOLD_MS, tolerance: TOUCH_TOLERANCE } }),
    useSensor(HoldKeyboardSensor, keyboardOptions),
  );
};
