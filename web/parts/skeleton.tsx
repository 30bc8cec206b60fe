import './skeleton.css';

const LINES = [40, 100, 92, 97, 88, 95];

/** The place of what is being read, so that the page does not jump when it comes. */
export const Skeleton = ({ label }: { readonly label: string }) => (
  <div className="skeleton" role="status" aria-label={label}>
    {LINES.map((width) => (
      <span key={width} style={{ width: `${width}%` }} />
    ))}
  </div>
);
