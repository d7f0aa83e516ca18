"""Arrays: joining, cutting, gathering, scattering and ordering."""
