/** Scores in the order they were given, as a line; the dotted line is the threshold. */
export function Trend({
  scores,
  threshold,
  label,
}: {
  scores: readonly number[];
  threshold: number;
  label: string;
}) {
  const x = (i: number) => 6 + (i * 92) / Math.max(1, scores.length - 1);
  const y = (score: number) => 20 - (score / 10) * 16;
  const points = scores.map((score, i) => ({
    at: `${i}:${score}`,
    x: x(i),
    y: y(score),
    ok: score >= threshold,
  }));
  return (
    <svg className="trend" viewBox="0 0 104 24" width="104" height="24" role="img" aria-label={label}>
      <line className="trend-th" x1="0" x2="104" y1={y(threshold)} y2={y(threshold)} />
      <polyline className="trend-l" points={points.map((point) => `${point.x},${point.y}`).join(" ")} />
      {points.map((point) => (
        <circle key={point.at} className={point.ok ? "ok" : undefined} cx={point.x} cy={point.y} r="3" />
      ))}
    </svg>
  );
}
