"""Games read off their procedures: rounds dealt through the real table show what is asked and what each ending pays."""
