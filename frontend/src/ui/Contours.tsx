import { STONES } from './BrandMark';

/** The positions and sizes of the cairns on the 800 × 900 map. */
const CAIRNS = [
  { x: 170, y: 706, size: 30 },
  { x: 360, y: 510, size: 34 },
  { x: 474, y: 296, size: 52 },
] as const;

/** A map of a hill with a trail between cairns, next to the sign-in form. Place it in a box with `relative`. */
export const Contours = () => (
  <div aria-hidden="true" className="absolute inset-0 overflow-hidden">
    <div className="contours absolute inset-0" />
    <svg
      viewBox="0 0 800 900"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      className="absolute inset-0 size-full text-accent"
    >
      <path
        d="M92 900C120 842 176 800 186 742S150 640 212 596s128 4 164-52-28-96 20-134 86-6 100-58"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      {CAIRNS.map(({ x, y, size }) => (
        <g
          key={x}
          transform={`translate(${x} ${y}) scale(${size / 16})`}
          fill="currentColor"
          stroke="var(--color-frame)"
          strokeWidth="1.2"
          paintOrder="stroke"
        >
          {STONES.map((stone) => (
            <path key={stone} d={stone} />
          ))}
        </g>
      ))}
    </svg>
  </div>
);
