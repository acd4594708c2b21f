import { describe, expect, it } from 'vitest';
import { edgeSpeed } from './edgeScroll';

describe('edgeSpeed', () => {
  it('grows towards the edges and is full at and beyond them', () => {
    expect(edgeSpeed(400, 0, 800)).toBe(0);
    expect(edgeSpeed(36, 0, 800)).toBe(-0.5);
    expect(edgeSpeed(764, 0, 800)).toBe(0.5);
    expect(edgeSpeed(-50, 0, 800)).toBe(-1);
    expect(edgeSpeed(900, 0, 800)).toBe(1);
  });

  it('leaves the middle of something small alone', () => {
    expect(edgeSpeed(50, 0, 100)).toBe(0);
    expect(edgeSpeed(50, 50, 50)).toBe(0);
  });
});
