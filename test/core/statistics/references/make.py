"""Writes references.json: figures that other programs compute, for references.test.ts to be held against.

    pip install scipy==1.17.1 statsmodels==0.15.0 choix==0.4.1
    python test/core/statistics/references/make.py && npx biome format --write test/core/statistics/references
"""

import json
import pathlib
from itertools import product

import choix
import numpy as np
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.inter_rater import cohens_kappa
from statsmodels.stats.multitest import multipletests

random = np.random.default_rng(20261118)


def mid_p(passed, rows, alpha=0.05):
    """Berry and Armitage (1995): both limits leave half of alpha, the figure found counted by half."""

    def at_least(p):
        return stats.binom.sf(passed, rows, p) + stats.binom.pmf(passed, rows, p) / 2

    def limit(target):
        return optimize.brentq(lambda p: at_least(p) - target, 1e-15, 1 - 1e-15, xtol=1e-15)

    return [0.0 if passed == 0 else limit(alpha / 2), 1.0 if passed == rows else limit(1 - alpha / 2)]


def bonett_price(only_variant, only_baseline, rows):
    """Bonett and Price (2012), adjusted Wald interval for a difference of paired proportions."""
    p12, p21 = (only_variant + 1) / (rows + 2), (only_baseline + 1) / (rows + 2)
    half = stats.norm.ppf(0.975) * np.sqrt((p12 + p21 - (p12 - p21) ** 2) / (rows + 2))
    return [max(-1, p12 - p21 - half), min(1, p12 - p21 + half)]


def cr2(sums, sizes):
    """Bell and McCaffrey (2002) for a mean, with whole matrices: variance and Satterthwaite degrees of freedom."""
    total, rows = sum(sizes), []
    design = np.ones((total, 1))
    hat = np.eye(total) - design @ design.T / total
    mean = sum(sums) / total
    variance, at = 0.0, 0
    for cluster_sum, size in zip(sums, sizes):
        own = slice(at, at + size)
        values, vectors = np.linalg.eigh(hat[own, own])
        root = vectors @ np.diag(values**-0.5) @ vectors.T
        residuals = np.full(size, cluster_sum / size - mean)
        variance += float(np.ones(size) @ root @ residuals / total) ** 2
        rows.append(hat[:, own] @ root @ np.ones(size) / total)
        at += size
    g = np.array(rows)
    eigenvalues = np.linalg.eigvalsh(g @ g.T)
    return [variance, float(eigenvalues.sum() ** 2 / (eigenvalues**2).sum())]


def all_ways(differences):
    totals = [abs(np.dot(signs, differences)) for signs in product([-1, 1], repeat=len(differences))]
    return float(np.mean(np.array(totals) >= abs(sum(differences)) - 1e-9))


def clustered(sizes):
    sums = [int(random.binomial(size, p)) for size, p in zip(sizes, random.beta(2, 1, len(sizes)))]
    return {"sums": sums, "sizes": sizes, "cr2": cr2(sums, sizes)}


def contest(count, games):
    strengths = random.normal(0, 1, count)
    wins = np.zeros((count, count))
    for a in range(count):
        for b in range(a + 1, count):
            won = random.binomial(games, 1 / (1 + np.exp(strengths[b] - strengths[a]))) / 2 + games / 4
            wins[a, b], wins[b, a] = won, games - won
    return wins


def strengths(wins):
    found = choix.opt_pairwise([], []) if wins is None else choix.mm_pairwise(len(wins), expanded(wins), tol=1e-12)
    return np.exp(found - found.mean()).tolist()


def expanded(wins):
    """choix knows whole wins only: twice as many, so that ties count one each."""
    return [(a, b) for a in range(len(wins)) for b in range(len(wins)) for _ in range(int(round(2 * wins[a][b])))]


contests = [contest(3, 40), contest(5, 24)]
table = random.integers(1, 30, (3, 3))
ps = random.uniform(0, 0.1, 6)
few = [[-0.4, -0.2, 0.6], [0.1, 0.2, 0.3, -0.1], [0.5, 0.25, 0.25, 1, -0.5, 0.75, 0.1]]
samples = np.sort(random.lognormal(5, 1, 120)).round(3)

references = {
    "rates": [
        {"passed": k, "rows": n, "midP": mid_p(k, n)}
        for k, n in [(0, 5), (5, 5), (6, 6), (7, 10), (47, 50), (199, 200), (450, 500), (3, 100_000)]
    ],
    "student": [
        {"p": p, "degrees": d, "t": float(stats.t.ppf(p, d))}
        for p, d in [(0.975, 1), (0.975, 1.7), (0.975, 2.5), (0.995, 3), (0.975, 9), (0.9975, 30.4), (0.975, 5_000)]
    ],
    "beta": [
        {"x": x, "a": a, "b": b, "share": float(stats.beta.cdf(x, a, b))}
        for x, a, b in [(0.5, 1, 1), (0.1, 0.3, 7.5), (0.98, 450.5, 12.25), (0.3, 30_000, 70_000), (1e-5, 1, 100_000)]
    ],
    "paired": [
        {"onlyVariant": b, "onlyBaseline": c, "rows": n, "interval": bonett_price(b, c, n)}
        for b, c, n in [(6, 0, 6), (0, 0, 10), (1, 7, 21), (60, 40, 200), (20, 0, 100)]
    ],
    "clusters": [clustered([3] * 8), clustered([1, 2, 13, 4, 4, 1]), clustered([1] * 12)],
    "permutation": [{"differences": d, "p": all_ways(d)} for d in few],
    "mcnemar": [
        {"onlyVariant": b, "onlyBaseline": c, "p": float(mcnemar([[9, b], [c, 9]], exact=True).pvalue)}
        for b, c in [(6, 0), (7, 2), (120, 90)]
    ],
    "holm": {"ps": ps.tolist(), "adjusted": multipletests(ps, method="holm")[1].tolist()},
    "kappa": {
        "table": table.tolist(),
        "kappa": float(cohens_kappa(table).kappa),
        "error": float(cohens_kappa(table).std_kappa),
    },
    "bradleyTerry": [{"wins": wins.tolist(), "strengths": strengths(wins)} for wins in contests],
    "quantiles": [
        {
            "values": samples.tolist(),
            "share": q,
            "interval": [
                float(samples[int(stats.binom.ppf(0.025, 120, q)) - 1]),
                float(samples[int(stats.binom.isf(0.025, 120, q))]),
            ],
        }
        for q in (0.5, 0.9, 0.95)
    ],
}
target = pathlib.Path(__file__).with_name("references.json")
target.write_text(json.dumps(references, indent=1) + "\n")
